#include "odgear/train/recipe.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "odgear/core/errors.hpp"

namespace odgear::train {
namespace {

TEST(Recipe, ReadsWhatItWrites) {
    Recipe recipe;
    recipe.name = "mine \"quoted\"";
    recipe.policy.learning_rate = 3.25e-4;
    recipe.policy.group = 17;
    recipe.network.edge_messages = false;
    const Recipe again = parse_recipe(to_toml(recipe), "text");
    EXPECT_EQ(to_toml(again), to_toml(recipe));
    EXPECT_EQ(again.name, recipe.name);
    EXPECT_EQ(again.policy.learning_rate, 3.25e-4);
    EXPECT_EQ(again.policy.group, 17);
    EXPECT_FALSE(again.network.edge_messages);
}

TEST(Recipe, EveryFieldCanBeOverridden) {
    Recipe recipe;
    override_recipe(recipe, "policy.group=40");
    override_recipe(recipe, "policy.entropy=0.5");
    override_recipe(recipe, "discriminator.enabled=true");
    override_recipe(recipe, "instances.kind=uchoa");
    EXPECT_EQ(recipe.policy.group, 40);
    EXPECT_EQ(recipe.policy.entropy, 0.5);
    EXPECT_TRUE(recipe.discriminator.enabled);
    EXPECT_EQ(recipe.instances.kind, "uchoa");
}

TEST(Recipe, NamesWhatIsWrong) {
    Recipe recipe;
    const auto message = [&](const char* assignment) -> std::string {
        try {
            override_recipe(recipe, assignment);
            validate(recipe);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(message("policy.gruop=4").find("policy.gruop"), std::string::npos);
    EXPECT_NE(message("policy.group=4.5").find("policy.group"), std::string::npos);
    EXPECT_NE(message("policy.group").find("key=value"), std::string::npos);
    EXPECT_NE(message("policy.group=1").find("policy.group"), std::string::npos);
    EXPECT_THROW(parse_recipe("[policy]\nstep = 3\n", "text"), ConfigurationError);
    EXPECT_THROW(parse_recipe("[policy]\nsteps = \"3\"\n", "text"), ConfigurationError);
    EXPECT_THROW(parse_recipe("[policy\n", "text"), InputError);
}

TEST(Recipe, NumbersAreWholeFiniteAndInRange) {
    Recipe recipe;
    for (const char* bad :
         {"policy.steps=4294967301", "policy.learning_rate=nan", "policy.entropy=inf",
          "optimizer.clip=1e999", "policy.steps=5.0", "policy.steps="})
        EXPECT_THROW(override_recipe(recipe, bad), InputError) << bad;
    EXPECT_THROW(parse_recipe("[policy]\nsteps = 4294967301\n", "text"), InputError);
    EXPECT_THROW(parse_recipe("[policy]\nlearning_rate = nan\n", "text"), InputError);
    EXPECT_THROW(parse_recipe("[optimizer]\nweight_decay = -inf\n", "text"), InputError);
}

TEST(Recipe, WhatIsNoFileOfTextIsNotTheDefaultRecipe) {
    const auto folder = std::filesystem::temp_directory_path();
    const auto empty = folder / "odgear-empty-recipe.toml";
    std::ofstream(empty).close();
    for (const std::filesystem::path& path :
         {folder, std::filesystem::path("/dev/null"), std::filesystem::path("/dev/zero"), empty})
        EXPECT_THROW(read_recipe(path), InputError) << path;
    std::filesystem::remove(empty);
}

TEST(Recipe, ThoseThatComeWithTheProgramAreValid) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(ODGEAR_RECIPES)) {
        const Recipe recipe = read_recipe(entry.path());
        EXPECT_EQ(recipe.name, entry.path().stem());
        ++count;
    }
    EXPECT_GE(count, 8);
}

TEST(Recipe, TakesFromItsBaseWhatItDoesNotSay) {
    const std::filesystem::path folder(ODGEAR_RECIPES);
    Recipe paper = read_recipe(folder / "paper.toml");
    paper.name = "paper-minimal";
    paper.network.features = "paper";
    EXPECT_EQ(to_toml(read_recipe(folder / "paper-minimal.toml")), to_toml(paper));
    const Recipe hbg = read_recipe(folder / "hbg.toml");  // agfn's base is paper
    EXPECT_EQ(hbg.expert.kind, "local-search");
    EXPECT_EQ(hbg.discriminator.refined, paper.discriminator.refined);
}

TEST(Recipe, RefusesABaseThatIsMissingOrItself) {
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "odgear-bases";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "a.toml") << "base = \"b\"\n";
    std::ofstream(folder / "b.toml") << "base = \"a\"\n";
    std::ofstream(folder / "c.toml") << "base = \"none\"\n";
    EXPECT_THROW(read_recipe(folder / "a.toml"), ConfigurationError);
    EXPECT_THROW(read_recipe(folder / "c.toml"), InputError);
    std::filesystem::remove_all(folder);
}

TEST(Recipe, ThePaperIsAsItsTablesSay) {
    const Recipe paper = read_recipe(std::filesystem::path(ODGEAR_RECIPES) / "paper.toml");
    EXPECT_EQ(paper.network.layers, 4);
    EXPECT_EQ(paper.network.units, 64);
    EXPECT_EQ(paper.network.features, "rich-edges");
    EXPECT_EQ(paper.architecture().node_features(), 3);
    EXPECT_FALSE(paper.network.edge_messages);
    EXPECT_EQ(paper.network.state_terms, 0);
    EXPECT_EQ(paper.policy.group, 20);
    EXPECT_EQ(paper.policy.learning_rate, 5e-4);
    EXPECT_EQ(paper.discriminator.learning_rate, 1e-3);
    EXPECT_EQ(paper.policy.alpha_start, 500);
    EXPECT_EQ(paper.policy.alpha_end, 2000);
    EXPECT_EQ(paper.policy.policy_gradient, 0.1);
    EXPECT_EQ(paper.expert.subproblem, 50);
    EXPECT_EQ(paper.validation.rho, 0.05);
}

}  // namespace
}  // namespace odgear::train
